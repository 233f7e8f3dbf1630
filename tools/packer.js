// Runs before a package is packed. Only pnpm replaces the versions `workspace:` and `catalog:` of a manifest, so packages
// that npm or yarn packs cannot be installed.
const { npm_config_user_agent: packer = '' } = process.env

if (!packer.startsWith('pnpm/')) {
  console.error('Only pnpm can pack this package: run `npm run pack -- dist/packed` in the root of the repository.')
  process.exit(1)
}
