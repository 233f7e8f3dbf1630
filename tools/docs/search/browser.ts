// Entry of the script for browsers.
import { createSearch } from './engine.ts'

Object.assign(globalThis, { createSearch })
