import { Fieldset, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { SourceField } from "../../../ui/source-field.tsx";
import { HandlerField } from "./handler-field.tsx";
import { scriptLanguages } from "./script-languages.ts";
import { JSON_WORK_KINDS, jsonWorkKind, workTemplate } from "./json-work.ts";
import { SecretsInput } from "./secrets-input.tsx";
import { WorkForm } from "./work-form.tsx";
import { type FieldProps, useForm } from "../../tasks/inspector/form-context.ts";
import { type Body, itemsOf, withMember } from "../../tasks/edit/body.ts";
import { membersOf } from "../../tasks/inspector/member-edit.ts";
import { OtherMembers } from "../../tasks/inspector/other-members.tsx";

/** The kinds of work that a node may have: a workflow within is a node of another type. */
const KINDS = JSON_WORK_KINDS.filter((kind) => kind !== "task");

/** Work that a node alone has, by the forms of jobs. */
export function NodeWork({ label, pointer, value, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const work = membersOf(value);
  const kind = inputText(work["kind"]);
  const error = issues.get(pointer);
  return (
    <Fieldset legend={label} className="inspector-set" disabled={isDisabled}>
      <NativeSelect
        size="xs"
        aria-label={`${label}: ${t("inspector.kind")}`}
        error={error}
        value={kind}
        data={[
          { value: "", label: t("inspector.unset") },
          { value: "code", label: t("inspector.code") },
          { value: "script", label: t("inspector.script") },
          ...KINDS.map((one) => ({ value: one, label: t(`jobLife.${one}`) })),
          ...(kind === "task" ? [{ value: kind, label: t("jobLife.task") }] : []),
        ]}
        onChange={({ currentTarget }) => onChange(freshWork(currentTarget.value))}
      />
      <WorkFields pointer={pointer} work={work} kind={kind} onChange={onChange} />
    </Fieldset>
  );
}

function freshWork(kind: string): unknown {
  if (kind === "code") return { kind, handler: "" };
  if (kind === "script") return { kind, language: "shell", source: "" };
  const json = jsonWorkKind(kind);
  return json === null ? undefined : parseExactJson(workTemplate(json));
}

interface WorkFieldsProps {
  readonly pointer: string;
  readonly work: Body;
  readonly kind: string;
  readonly onChange: (work: unknown) => void;
}

function WorkFields({ pointer, work, kind, onChange }: WorkFieldsProps): ReactElement | null {
  const { app, issues } = useForm();
  const set = (name: string, member: unknown): void => onChange(withMember(work, name, member));
  const known = KNOWN[kind];
  if (kind === "") return null;
  if (known === undefined)
    return (
      <WorkForm
        app={app}
        text={jsonText(work)}
        mistakes={mistakesIn(issues, pointer)}
        onChange={(text) => {
          const read = readJson(text);
          if (read !== null) onChange(read.value);
        }}
      />
    );
  return (
    <>
      {kind === "code" ? (
        <HandlerField
          app={app}
          value={inputText(work["handler"])}
          error={issues.get(`${pointer}/handler`)}
          onChange={(handler) => set("handler", handler)}
        />
      ) : (
        <ScriptFields pointer={pointer} work={work} set={set} />
      )}
      <OtherMembers known={known} pointer={pointer} value={work} onChange={onChange} />
    </>
  );
}

/** The members that have fields here. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  code: ["kind", "handler"],
  script: ["kind", "language", "source", "secrets"],
};

interface ScriptFieldsProps {
  readonly pointer: string;
  readonly work: Body;
  readonly set: (name: string, member: unknown) => void;
}

function ScriptFields({ pointer, work, set }: ScriptFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { app, issues } = useForm();
  const workers = useApi("listWorkers", {});
  const offered = scriptLanguages((workers.data?.items ?? []).filter((worker) => worker.app === app));
  const language = inputText(work["language"]);
  return (
    <>
      <NativeSelect
        size="xs"
        label={t("inspector.language")}
        error={issues.get(`${pointer}/language`)}
        value={language}
        data={[...new Set([language, ...offered])]}
        onChange={({ currentTarget }) => set("language", currentTarget.value)}
      />
      <SourceField
        label={t("inspector.sourceText")}
        value={inputText(work["source"])}
        error={issues.get(`${pointer}/source`)}
        minRows={3}
        maxRows={20}
        onChange={(source) => set("source", source)}
      />
      <SecretsInput
        app={app}
        value={itemsOf(work["secrets"]).map(inputText)}
        error={issues.get(`${pointer}/secrets`)}
        onChange={(names) => set("secrets", names.length === 0 ? undefined : names)}
      />
    </>
  );
}

/** The mistakes within a part of a body, by pointer into that. */
function mistakesIn(issues: ReadonlyMap<string, string>, pointer: string): ReadonlyMap<string, string> {
  const inside = [...issues].filter(([at]) => at.startsWith(`${pointer}/`));
  return new Map(inside.map(([at, words]) => [at.slice(pointer.length), words]));
}

function readJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseExactJson(text) };
  } catch {
    return null;
  }
}
