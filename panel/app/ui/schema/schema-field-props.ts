import type { ReactElement } from "react";
import type { Schema } from "./schema-shape.ts";

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Why values are not accepted, by JSON pointer. */
  readonly mistakes: ReadonlyMap<string, string>;
}

export interface SchemaFieldProps extends SchemaFormProps {
  /** The schema that references are resolved in. */
  readonly root: Schema;
  readonly name: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  /** @default false */
  readonly isOutermost?: boolean;
}

/** A field with fields inside. `Field` draws those: it is given so that the files do not import each other. */
export interface GroupFieldProps extends SchemaFieldProps {
  readonly legend: string;
  readonly hint: string | undefined;
  readonly Field: (props: SchemaFieldProps) => ReactElement;
}
