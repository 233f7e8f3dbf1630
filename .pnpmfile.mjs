// The node-* packages contain the Node that every script runs on. They write `os` and `cpu` as strings, not lists. pnpm
// does not record such strings in the lockfile, so every platform would install all five packages.
const list = (value) => (typeof value === 'string' ? [value] : value)

function readPackage(pkg) {
  // Our tests do not mock requests with msw. With this peer, pnpm installs one vitest for each compiler, and the cache
  // of one breaks the others.
  if (pkg.name === '@vitest/mocker') {
    const { msw: _peer, ...peerDependencies } = pkg.peerDependencies
    const { msw: _optional, ...peerDependenciesMeta } = pkg.peerDependenciesMeta
    return { ...pkg, peerDependencies, peerDependenciesMeta }
  }
  if (!/^node-(bin-)?(linux|darwin|win)-/.test(pkg.name)) return pkg
  const linux = pkg.name.startsWith('node-linux-')
  return { ...pkg, os: list(pkg.os), cpu: list(pkg.cpu), ...(linux && { libc: ['glibc'] }) }
}

// A published manifest omits development dependencies and scripts. A release in the workflow adds the repository, which
// must match the provenance.
function beforePacking({ devDependencies: _development, scripts: _scripts, ...manifest }) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  const directory = `packages/${manifest.name.replace(/.*\//, '')}`
  const repository = server && name && { type: 'git', url: `git+${server}/${name}.git`, directory }
  return {
    ...manifest,
    ...(repository && { repository }),
  }
}

export const hooks = { readPackage, beforePacking }
