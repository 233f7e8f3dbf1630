import { allBreaks } from '../breaks/all.ts'
import { testRefusals } from '../refusals.ts'

testRefusals(allBreaks)
