import { describeVectors } from './vectors.ts'

describeVectors(2048)
