import { compareReadings } from '../support/readings.ts'

compareReadings(50)
