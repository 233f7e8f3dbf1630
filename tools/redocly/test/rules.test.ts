import { allBreaks } from './breaks/all.ts'
import { testRefusals } from './refusals.ts'

// One break of each rule. The long tests try all breaks.
testRefusals([...new Map(allBreaks.map((each) => [each.rule, each])).values()])
