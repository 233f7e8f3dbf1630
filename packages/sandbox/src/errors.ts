/** A control call names something that does not exist. */
export class MissingError extends TypeError {
  override readonly name: string = 'MissingError'
}

/** A control call creates something that exists already. */
export class ExistsError extends TypeError {
  override readonly name: string = 'ExistsError'
}

/** The event is not possible in the state of the record. */
export class RecordStateError extends Error {
  override readonly name: string = 'RecordStateError'
}
