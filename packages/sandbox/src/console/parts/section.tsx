import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

interface SectionProps {
  readonly title: Child
  readonly children: Child
}

export const Section = ({ title, children }: SectionProps): JSX.Element => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)

export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, Child>> }): JSX.Element => (
  <dl class="values">
    {Object.entries(facts).map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
