import { testNeighbours } from '../../modern/tamper.ts'

testNeighbours('any one character', () => true)
