import { SegmentedControl } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { PointerMistakes } from "../life/pointer-mistakes.tsx";
import { CommandFields } from "./command-fields.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { FileFields } from "./file-fields.tsx";
import { HttpFields } from "./http-fields.tsx";
import { NoticeFields } from "./notice-fields.tsx";
import { SqlFields } from "./sql-fields.tsx";
import { WaitFields } from "./wait-fields.tsx";
import { TransferFields } from "./transfer-fields.tsx";
import type { WorkFieldsProps } from "./work-fields-props.ts";
import { WorkJson, type WorkJsonProps } from "./work-json.tsx";
import { readWork, withMember } from "./work-members.ts";
import { XxlFields } from "./xxl-fields.tsx";
import "./work.css";

const FORMS: Readonly<Record<string, (props: WorkFieldsProps) => ReactElement>> = {
  http: HttpFields,
  command: CommandFields,
  notice: NoticeFields,
  file: FileFields,
  sql: SqlFields,
  condition: ConditionFields,
  wait: WaitFields,
  transfer: TransferFields,
  xxl: XxlFields,
};

export interface WorkFormProps extends WorkJsonProps {
  /** Whose workers run it. */
  readonly app: string;
}

/** Work other than a workflow, in fields or as JSON; both are of one text, so that either shows the edits of the other. */
export function WorkForm({ app, text, onChange, mistakes }: WorkFormProps): ReactElement {
  const { t } = useTranslation();
  const [isJson, setJson] = useState(false);
  const workers = useApi("listWorkers", {});
  const work = readWork(text);
  const kind = String(work?.["kind"]);
  const Fields = Object.hasOwn(FORMS, kind) ? FORMS[kind] : undefined;
  const names = (workers.data?.items ?? [])
    .filter((worker) => worker.app === app)
    .flatMap(({ runners }) => runners.filter((runner) => runner.kind === kind))
    .flatMap((runner) => runner.names ?? []);
  const isForm = !isJson && work !== null && Fields !== undefined;
  return (
    <div className="work-input">
      <SegmentedControl
        size="xs"
        aria-label={t("jobLife.workJson")}
        value={isForm ? "form" : "json"}
        onChange={(value) => setJson(value === "json")}
        data={[
          { value: "form", label: t("workForm.form"), disabled: work === null || Fields === undefined },
          { value: "json", label: "JSON" },
        ]}
      />
      {isForm ? (
        <div className="option-group">
          <Fields
            app={app}
            work={work}
            names={[...new Set(names)].toSorted()}
            mistakes={mistakes}
            onMember={(name, value) => onChange(withMember(work, name, value))}
            onWork={(changed) => onChange(jsonText(changed))}
          />
          <PointerMistakes mistakes={mistakes} />
        </div>
      ) : (
        <WorkJson text={text} onChange={onChange} mistakes={mistakes} />
      )}
    </div>
  );
}
