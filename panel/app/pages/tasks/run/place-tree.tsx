import { UnstyledButton } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { TaskJson } from "./task-model.ts";

const LONGEST_SHOWN = 40;
const MOST_PARTS = 100;

export interface PlaceTreeProps {
  readonly task: Pick<TaskJson, "vars" | "nodes">;
  /** The parameters of the run. */
  readonly params: unknown;
  readonly places: readonly string[];
  /** The place that is chosen, and its value; `undefined` while that is not known. */
  readonly path: string;
  readonly present: unknown;
  readonly onChoose: (path: string) => void;
}

/** The values that may be changed, as a tree: parameters, variables, and of each node what it is given and came to; below the chosen one its parts. */
export function PlaceTree({ task, params, places, path, present, onChoose }: PlaceTreeProps): ReactElement {
  const { t } = useTranslation();
  const titles = new Map(task.nodes.map(({ id, title }) => [id, title ?? id]));
  const known = new Map([...membersOf("TASK.PARAMS", params), ...membersOf("VARS", task.vars)]);
  const groups = Map.groupBy(places, groupOf);
  const chosen = places.findLast((place) => path === place || path.startsWith(`${place}.`));
  const wordsOf = (group: string): string => {
    if (group === "TASK.PARAMS") return t("task.value.params");
    return group === "VARS" ? t("task.value.vars") : (titles.get(group.slice("JOB.".length)) ?? group);
  };
  return (
    <div className="place-tree" role="group" aria-label={t("task.edit.places")}>
      {[...groups].map(([group, own]) => (
        <details key={group} open={chosen !== undefined && own.includes(chosen)}>
          <summary>{wordsOf(group)}</summary>
          <ul>
            {own.map((place) => (
              <li key={place}>
                <Place
                  place={place}
                  name={place.slice(group.length + 1)}
                  value={known.get(place)}
                  {...{ path, onChoose }}
                />
                {place === chosen && <Parts {...{ path, present, onChoose }} />}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

interface PlaceProps extends Pick<PlaceTreeProps, "path" | "onChoose"> {
  readonly place: string;
  readonly name: string;
  /** `undefined` where it is not known. */
  readonly value: unknown;
}

function Place({ place, name, value, path, onChoose }: PlaceProps): ReactElement {
  const text = value === undefined ? "" : shortOf(value);
  return (
    <UnstyledButton
      className="place-tree-place"
      aria-pressed={place === path}
      onClick={() => onChoose(place)}
    >
      <span>{name}</span> <span className="dimmed mono">{text}</span>
    </UnstyledButton>
  );
}

/** The parts of the value at the place that is chosen. */
function Parts({
  path,
  present,
  onChoose,
}: Pick<PlaceTreeProps, "path" | "present" | "onChoose">): ReactElement {
  return (
    <ul>
      {[...membersOf(path, present)].slice(0, MOST_PARTS).map(([place, value]) => (
        <li key={place}>
          <Place place={place} name={place.slice(path.length + 1)} {...{ value, path, onChoose }} />
        </li>
      ))}
    </ul>
  );
}

function membersOf(place: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  // A name with a dot in it cannot be written as a part of a place.
  return Object.entries(value).flatMap(([name, one]) =>
    name.includes(".") ? [] : [[`${place}.${name}`, one]],
  );
}

function groupOf(place: string): string {
  return place.startsWith("VARS.") ? "VARS" : place.split(".").slice(0, 2).join(".");
}

function shortOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
