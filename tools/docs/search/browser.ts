// The entry of the script that browsers load.
import { searchOf } from './engine.ts'

Object.assign(globalThis, { searchOf })
