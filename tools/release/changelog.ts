// Turns changesets into lines of a changelog.

interface Changeset {
  readonly summary: string
}

interface MovedDependency {
  readonly name: string
  readonly newVersion: string
}

const lines = {
  /** A changeset with all its paragraphs as one list item. */
  async getReleaseLine({ summary }: Changeset): Promise<string> {
    const [first = '', ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line.trim() === '' ? '' : `  ${line}`))].join('\n')
  },

  /** One line for all our packages that got a new version with it. */
  async getDependencyReleaseLine(
    _changesets: readonly Changeset[],
    dependencies: readonly MovedDependency[],
  ): Promise<string> {
    if (dependencies.length === 0) return ''
    return `- Goes with ${dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(' and ')}.`
  },
}

export default lines
