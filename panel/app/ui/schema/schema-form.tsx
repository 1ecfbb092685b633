import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { SchemaField } from "./schema-field.tsx";
import type { SchemaFormProps } from "./schema-field-props.ts";

/** A form for a JSON Schema. Values that have no input of their own are written as JSON. */
export function SchemaForm({ schema, value, onChange, mistakes }: SchemaFormProps): ReactElement {
  const { t } = useTranslation();
  return (
    <SchemaField
      schema={schema}
      root={schema}
      name={t("runJob.args")}
      pointer=""
      isRequired
      isOutermost
      value={value}
      onChange={onChange}
      mistakes={mistakes}
    />
  );
}
