// How changesets become lines of a changelog: the sentence for users, and which of our packages came along.

interface Changeset {
  readonly summary: string
}

interface Moved {
  readonly name: string
  readonly newVersion: string
}

const lines = {
  /** A changeset as a list item; its other paragraphs belong to the item. */
  async getReleaseLine({ summary }: Changeset): Promise<string> {
    const [first = '', ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line.trim() === '' ? '' : `  ${line}`))].join('\n')
  },

  /** One line for all packages of ours that a package needs and that moved with it. */
  async getDependencyReleaseLine(
    _changesets: readonly Changeset[],
    moved: readonly Moved[],
  ): Promise<string> {
    if (moved.length === 0) return ''
    return `- Goes with ${moved.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(' and ')}.`
  },
}

export default lines
