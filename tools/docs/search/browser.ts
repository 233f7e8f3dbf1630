// Entry of the script for browsers.
import { searchOf } from './engine.ts'

Object.assign(globalThis, { searchOf })
