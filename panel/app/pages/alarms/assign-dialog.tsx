import { Autocomplete, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { type KnownPerson, usePeople } from "../../session/use-people.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";

const SHOWN = 20;
const MOST_CHARACTERS = 128;

export interface AssignDialogProps {
  readonly incident: Incident;
  readonly onClose: () => void;
}

/** Whose an alarm is to be: somebody who is known here, or a name that others know, as that of a team. */
export function AssignDialog({ incident: { id, assignee }, onClose }: AssignDialogProps): ReactElement {
  const { t } = useTranslation();
  const people = usePeople();
  const [to, setTo] = useState(assignee ?? "");
  const assign = useApiChange("assignIncident", { onDone: onClose, onFailed: () => {} });
  const shown = new Map(people.map(({ label, displayName }) => [label, displayName]));
  return (
    <DialogForm
      title={t("incidents.assignTo")}
      onClose={onClose}
      onSubmit={() => assign.mutate({ path: { id }, body: { to: labelOf(to, people) } })}
      submitText={t("incidents.assignTo")}
      isPending={assign.isPending}
    >
      {assign.error && <ErrorState error={assign.error} />}
      <Autocomplete
        label={t("incidents.assignTo")}
        description={t("incidents.assignHint")}
        value={to}
        maxLength={MOST_CHARACTERS}
        data-autofocus
        onChange={setTo}
        data={people.map(({ label }) => label)}
        limit={SHOWN}
        filter={({ options, search }) => {
          const found = new Set(matching(people, search).map(({ label }) => label));
          return options.filter((option) => "value" in option && found.has(option.value));
        }}
        renderOption={({ option }) => (
          <>
            {shown.get(option.value)}
            <Text span size="xs" c="dimmed" ms="xs">
              {option.value}
            </Text>
          </>
        )}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
    </DialogForm>
  );
}

function matching(people: readonly KnownPerson[], typed: string): readonly KnownPerson[] {
  const part = typed.trim().toLowerCase();
  return people.filter((person) =>
    [person.label, person.displayName].some((text) => text.toLowerCase().includes(part)),
  );
}

/** Of what was typed or picked: the person whom it names, or the text itself; `null` for nobody. */
function labelOf(typed: string, people: readonly KnownPerson[]): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const named = people.filter(({ label, displayName }) =>
    [label, label.slice(label.indexOf(":") + 1), displayName].includes(text),
  );
  const [person] = named;
  return person !== undefined && named.length === 1 ? person.label : text;
}
