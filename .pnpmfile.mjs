// The node-* packages carry the runtime that every script runs on. They write `os` and `cpu` as bare
// strings, which pnpm does not record in the lockfile, so that every platform would install all five.
const list = (value) => (typeof value === 'string' ? [value] : value)

function readPackage(pkg) {
  // Nobody here lets vitest replace requests. With this peer there are as many vitests as there are compilers, and what
  // one of them has kept in its cache breaks the others.
  if (pkg.name === '@vitest/mocker') {
    const { msw: _peer, ...peerDependencies } = pkg.peerDependencies
    const { msw: _optional, ...peerDependenciesMeta } = pkg.peerDependenciesMeta
    return { ...pkg, peerDependencies, peerDependenciesMeta }
  }
  if (!/^node-(bin-)?(linux|darwin|win)-/.test(pkg.name)) return pkg
  const linux = pkg.name.startsWith('node-linux-')
  return { ...pkg, os: list(pkg.os), cpu: list(pkg.cpu), ...(linux && { libc: ['glibc'] }) }
}

// A published manifest says what its users need: nothing for development, and nothing that the package carries inside.
// Where it comes from is known where it is published, and provenance demands that both agree.
function beforePacking({ devDependencies: _development, scripts: _scripts, carried = [], ...manifest }) {
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !carried.includes(name))
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  const directory = `packages/${manifest.name.replace(/.*\//, '')}`
  const repository = server && name && { type: 'git', url: `git+${server}/${name}.git`, directory }
  return {
    ...manifest,
    ...(dependencies.length > 0
      ? { dependencies: Object.fromEntries(dependencies) }
      : { dependencies: undefined }),
    ...(repository && { repository }),
  }
}

export const hooks = { readPackage, beforePacking }
