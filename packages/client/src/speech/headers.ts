/** Whether a header carries a text as it is: visible ASCII, with no blank at an end. */
export const isHeaderText = (text: unknown): text is string =>
  typeof text === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(text)
