import type { VIEWS_EN } from "../en/views.ts";
import type { Wording } from "../wording.ts";

export const VIEWS_ZH: Wording<typeof VIEWS_EN> = {
  none: "尚未保存视图",
  own: "仅自己",
  shared: "团队",
  save: "保存当前筛选…",
  manage: "修改或删除…",
  saveTitle: "保存当前筛选",
  manageTitle: "已保存的视图",
  changeTitle: "修改视图",
  name: "名称",
  nameMissing: "请先填写名称",
  forTeam: "与团队共享",
  forTeamHint: "能看到其应用的人都会在这里看到它；未限定应用的视图对所有人可见。",
  takeFilter: "改用页面当前的筛选",
  by: "团队，由 {{name}} 保存",
  change: "修改…",
  changeOf: "修改 {{name}}",
  remove: "删除…",
  removeOf: "删除 {{name}}",
  removeTitle: "删除“{{name}}”？",
  removeNow: "删除",
  removeOwn: "该视图仅自己可见。",
  removeShared: "删除后团队所有人都无法再使用它。",
};
