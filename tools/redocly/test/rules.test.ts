import { allBreaks } from './breaks/all.ts'
import { testRejections } from './rejections.ts'

// One break of each rule. The long tests try all breaks.
testRejections([...new Map(allBreaks.map((each) => [each.rule, each])).values()])
