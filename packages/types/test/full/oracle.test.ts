import { compareReadings } from '../readings.ts'

compareReadings(5000)
