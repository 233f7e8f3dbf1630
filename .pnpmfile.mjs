// The node-* packages carry the runtime that every script runs on. They write `os` and `cpu` as bare
// strings, which pnpm does not record in the lockfile, so that every platform would install all five.
const list = (value) => (typeof value === 'string' ? [value] : value)

function readPackage(pkg) {
  if (!/^node-(bin-)?(linux|darwin|win)-/.test(pkg.name)) return pkg
  const linux = pkg.name.startsWith('node-linux-')
  return { ...pkg, os: list(pkg.os), cpu: list(pkg.cpu), ...(linux && { libc: ['glibc'] }) }
}

export const hooks = { readPackage }
