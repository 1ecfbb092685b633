import { Fieldset, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { AddButton, Mistake, RemoveButton } from "./field-buttons.tsx";
import type { GroupFieldProps } from "./schema-field-props.ts";
import { initialValue, type ShapeField, withMember } from "./schema-shape.ts";

export interface ObjectFieldProps extends GroupFieldProps {
  readonly fields: readonly ShapeField[];
}

/** The members of an object. */
export function ObjectField({ fields, legend, hint, Field, ...props }: ObjectFieldProps): ReactElement {
  const { t } = useTranslation();
  const { root, pointer, value, onChange, mistakes, isRequired, isOutermost = false } = props;
  const isThere = typeof value === "object" && value !== null;
  const members = (isThere ? value : {}) as Readonly<Record<string, unknown>>;
  const mistake = mistakes.get(pointer);
  const content = (
    <Stack gap="sm">
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {mistake !== undefined && <Mistake text={mistake} />}
      {(isThere || isOutermost) &&
        fields.map((field) => (
          <Field
            key={field.name}
            schema={field.schema}
            root={root}
            name={field.name}
            pointer={`${pointer}/${field.name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
            isRequired={field.isRequired}
            value={Object.hasOwn(members, field.name) ? members[field.name] : undefined}
            onChange={(member) => onChange(withMember(value, field.name, member))}
            mistakes={mistakes}
          />
        ))}
      {!isOutermost && !isThere && (
        <AddButton
          text={t("runJob.set")}
          label={t("runJob.setOf", { name: legend })}
          onAdd={() => onChange(initialValue({ ...props.schema, default: undefined }, root) ?? {})}
        />
      )}
      {!isOutermost && isThere && !isRequired && (
        <RemoveButton name={legend} text={t("runJob.unset")} onRemove={() => onChange(undefined)} />
      )}
    </Stack>
  );
  return isOutermost ? content : <Fieldset legend={legend}>{content}</Fieldset>;
}
