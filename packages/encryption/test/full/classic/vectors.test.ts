import { describeVectors } from '../../classic/vectors.ts'

describeVectors(4096)
