import { allBreaks } from '../breaks/all.ts'
import { testRejections } from '../rejections.ts'

testRejections(allBreaks)
