import { expect, onTestFinished, test } from 'vitest'

import { profileNames, sidesOf } from './sides.ts'

test.each(profileNames)('%s is refused at once by a runtime that cannot write exact numbers', (name) => {
  const own = Object.getOwnPropertyDescriptor(JSON, 'rawJSON') ?? {}
  onTestFinished(() => void Object.defineProperty(JSON, 'rawJSON', own))
  Reflect.deleteProperty(JSON, 'rawJSON')
  expect(() => sidesOf(name)).toThrow(
    'This runtime cannot write exact numbers: JSON.rawJSON is missing. Use Node 22.20 or later',
  )
})
