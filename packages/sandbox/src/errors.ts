/** A control call names something that the sandbox does not have. */
export class MissingError extends TypeError {
  override readonly name: string = 'MissingError'
}

/** A control call creates something that the sandbox has already. */
export class ExistsError extends TypeError {
  override readonly name: string = 'ExistsError'
}
