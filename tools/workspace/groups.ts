/** Groups values by a name, in the order of their first value. */
export const grouped = <Value extends object>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): readonly (readonly [Value, ...Value[]])[] =>
  [...Map.groupBy(values, nameOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  )
