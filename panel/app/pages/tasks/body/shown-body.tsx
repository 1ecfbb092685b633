import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JsonPlace } from "../../../ui/json/json-editor.tsx";
import type { Body } from "../edit/body.ts";
import { BodyInspector } from "../inspector/body-inspector.tsx";
import { BodyText } from "../inspector/body-text.tsx";
import type { DrawWork } from "../inspector/form-context.ts";
import type { BodyCheck } from "../check/use-body-check.ts";

export interface ShownBodyProps {
  readonly text: string;
  /** As the text has it; `null` where that is no JSON. */
  readonly body: Body | null;
  readonly app: string;
  readonly jobKey: string | null;
  readonly check: BodyCheck;
  readonly warnings: ReadonlyMap<string, string>;
  readonly Work: DrawWork;
  readonly place: JsonPlace | null;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
}

const NOTHING = (): void => {};

/** A body for those who may read it: its text, and the form of the node that is chosen. */
export function ShownBody(props: ShownBodyProps): ReactElement {
  const { t } = useTranslation();
  const { text, body, app, jobKey, check, warnings, Work, place, selected, onSelect } = props;
  return (
    <>
      <div className="task-body-text">
        <BodyText
          jobKey={jobKey}
          app={app}
          body={body}
          label={t("task.body.label")}
          value={text}
          onChange={NOTHING}
          mistakes={check.mistakes}
          place={place}
          isReadOnly
        />
      </div>
      <div className="task-issues">
        <BodyInspector
          body={body}
          selected={selected}
          app={app}
          jobKey={jobKey}
          mayEdit={false}
          issues={check.mistakes}
          warnings={warnings}
          Work={Work}
          onChange={NOTHING}
          onSelect={onSelect}
        />
      </div>
    </>
  );
}
