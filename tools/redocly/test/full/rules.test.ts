import { allBreaks } from '../breaks/all.ts'
import { testRejections } from '../refusals.ts'

testRejections(allBreaks)
