// Bodies whose handler checks further rules. Faults in the form are kept until the handler has checked them, so that all faults are
// reported at once.
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { DomainError } from '../primitives/domain-error.js';
import { BodyPipe, VALIDATION } from './problem.js';

/** A body without the members whose form is invalid, and the error about those members. */
export interface Form<Body> {
  body: Body;
  /** Absent if the form is valid. */
  refused?: DomainError;
}

/** Reads a body as a {@link Form}. The parameter is an interface, so the route names the class in `@ApiBody`. */
export class FormPipe<Body extends object> extends BodyPipe {
  constructor(private readonly bodyOf: Type<Body>) {
    super({ ...VALIDATION, expectedType: bodyOf });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<Form<Body>> {
    const read = (given: unknown) => super.transform(given, metadata) as Promise<Body>;
    try {
      return { body: await read(value) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'body.invalid' || typeof value !== 'object' || value === null) throw error;
      const wrong = new Set(error.faults.map(({ field }) => field.split('.', 1)[0]));
      const rest = Object.entries(value).filter(([name]) => !wrong.has(name));
      return { body: Object.assign(new this.bodyOf(), Object.fromEntries(rest)), refused: error };
    }
  }
}
