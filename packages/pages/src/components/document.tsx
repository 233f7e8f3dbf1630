import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

interface DocumentProps {
  readonly title: string
  /** Path of the style sheet. */
  readonly styles: string
  /** Path of the script of `readScript`, and of modules that the page loads. */
  readonly script?: string
  readonly modules?: readonly string[]
  readonly icon?: string
  /** Fixes the theme; the system and the user decide without it. */
  readonly theme?: 'light' | 'dark'
  readonly children: Child
}

/** A whole HTML page without inline styles and scripts. */
export const Document = ({
  title,
  styles,
  script,
  modules = [],
  icon = 'data:,',
  theme,
  children,
}: DocumentProps): JSX.Element => (
  <html lang="en" class={theme}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="icon" href={icon} />
      <link rel="stylesheet" href={styles} />
      {script !== undefined && <script src={script} />}
      {modules.map((each) => (
        <script type="module" src={each} />
      ))}
    </head>
    <body class="ui-page">{children}</body>
  </html>
)
