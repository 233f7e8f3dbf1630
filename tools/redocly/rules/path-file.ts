import type { Rule } from '../model.ts'

/** Every path is described in the file that bears its name. */
export const pathFile: Rule = () => ({
  Paths: (paths, { location, report }) => {
    for (const [path, item] of Object.entries(paths)) {
      const file = `./paths/${path.slice(1).replaceAll('/', '@')}.yaml`
      if (item && '$ref' in item && item.$ref === file) continue
      report({
        message: `Describe the path ${path} in ${file} and refer to it.`,
        location: location.child(path),
      })
    }
  },
})
