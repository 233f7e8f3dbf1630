import { compareReadings } from './readings.ts'

compareReadings(200)
