import type { FailureName } from '../store/values.ts'

export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError'
  readonly failure: FailureName

  constructor(failure: FailureName, detail: string) {
    super(detail)
    this.failure = failure
  }
}
