// Every habit of a third-party client, on all calls that it applies to.
import { testHabits } from '../third-party-matrix.ts'

testHabits((calls) => calls)
