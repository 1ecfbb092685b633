import { Fieldset, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { AddButton, Mistake, RemoveButton } from "./field-buttons.tsx";
import type { GroupFieldProps } from "./schema-field-props.ts";
import { initialValue, type Schema } from "./schema-shape.ts";

export interface ArrayFieldProps extends GroupFieldProps {
  readonly item: Schema;
}

/** The items of an array. */
export function ArrayField({ item, legend, hint, Field, ...props }: ArrayFieldProps): ReactElement {
  const { t } = useTranslation();
  const { root, pointer, value, onChange, mistakes } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const mistake = mistakes.get(pointer);
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {hint !== undefined && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {mistake !== undefined && <Mistake text={mistake} />}
        {items.map((one, index) => {
          const name = t("runJob.item", { number: index + 1 });
          return (
            // Items have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className="array-item">
              <Field
                schema={item}
                root={root}
                name={name}
                pointer={`${pointer}/${index}`}
                isRequired
                value={one}
                onChange={(next) => onChange(items.map((old, at) => (at === index ? (next ?? null) : old)))}
                mistakes={mistakes}
              />
              <RemoveButton name={name} onRemove={() => onChange(items.filter((_, at) => at !== index))} />
            </div>
          );
        })}
        <AddButton
          text={t("runJob.add")}
          label={t("runJob.addTo", { name: legend })}
          onAdd={() => onChange([...items, initialValue(item, root) ?? null])}
        />
      </Stack>
    </Fieldset>
  );
}
