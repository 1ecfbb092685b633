import i18next from "i18next";
import { addProblemDetail, type SayDetail } from "../../../api/problem-words.ts";

/** Why a task refuses something: its words are loaded with its pages. */
const sayRefusal: SayDetail = ({ reason, nodes }) => {
  if (typeof reason !== "string") return null;
  const inTheWay = Array.isArray(nodes) ? (nodes as readonly { node: string; problem: string }[]) : [];
  const words = inTheWay.map(
    ({ node, problem }) =>
      `${node} (${i18next.t(`task.migrateProblem.${problem}` as never, { defaultValue: problem }) as string})`,
  );
  const text = i18next.t(`task.refusal.${reason}` as never, {
    nodes: words.join(i18next.t("common.separator")),
    defaultValue: "",
  }) as string;
  return text === "" ? null : text;
};

/** Has the problems that such a refusal comes as say why. */
export function addRefusalWords(): void {
  for (const code of ["task_refused", "value_not_editable", "forbidden"]) addProblemDetail(code, sayRefusal);
}
