import type { JsonValue } from "../../base/json.ts";
import type { JobWork } from "../../model/job-work.ts";
import type { AsJson, JobReference } from "../../scheduler/typed-job.ts";
import {
  type ApprovalBranch,
  type GroupNode,
  type JobNode,
  NodeType,
  type OwnJob,
  type RunNodeBase,
  type SubTaskNode,
  ValueType,
  type WaitFor,
} from "../../model/task/task-body.ts";
import { BatchHandle, BranchHandle, NodeHandle, RunHandle } from "./node-handle.ts";
import { NodeList, NodeWriter } from "./node-list.ts";
import type {
  ApprovalOptions,
  BatchNodeOptions,
  ConditionOptions,
  JobCall,
  NodeArgs,
  NodeOptions,
  RunNodeOptions,
  WaitOptions,
  WaitUntil,
  WorkNodeOptions,
} from "./node-options.ts";
import { type NodeRun, runOf } from "./run-of.ts";
import type { ParamReferences, TaskParams } from "./task-param.ts";
import { resultsOf, type TaskResult, type TaskResults } from "./task-results.ts";
import { type Given, NOWHERE, type TaskReference, taskReference } from "./task-value.ts";

type ResultOf<TResult> = AsJson<Awaited<TResult>>;

/** Adds nodes to a task; each call returns the node, whose values and ways later nodes take. */
export class TaskBuilder<Params extends TaskParams = TaskParams> {
  /** The parameters, which a trigger gives. */
  readonly params: ParamReferences<Params>;
  /** How often the loop around a node has begun, from 1. */
  readonly visit: TaskReference<number> = root("VISIT");
  readonly #list: NodeList;

  constructor(params: ParamReferences<Params>, list: NodeList = new NodeList()) {
    this.params = params;
    this.#list = list;
  }

  /** Runs a job, or another task: as it was defined, or by its key. */
  job<TInput = unknown, TResult = JsonValue>(
    id: string,
    job: string | JobReference<TInput, TResult>,
    ...[options = {}]: JobCall<TInput>
  ): RunHandle<ResultOf<TResult>> {
    return this.#run(id, runOf(job), options, options.args);
  }

  /** Starts a job, or another task, and does not wait for it: the result is the id of its run, which is none of this task's. */
  start<TInput = unknown, TResult = JsonValue>(
    id: string,
    job: string | JobReference<TInput, TResult>,
    ...[options = {}]: JobCall<TInput>
  ): RunHandle<string> {
    return this.#run(id, { ...runOf(job), wait: false }, options, options.args);
  }

  /** Runs a job once for each item. */
  jobEach<Item, TInput = unknown, TResult = JsonValue>(
    id: string,
    job: string | JobReference<TInput, TResult>,
    items: Given<readonly Item[]>,
    args: (item: TaskReference<Item>, index: TaskReference<number>) => NoInfer<NodeArgs<TInput>>,
    options: BatchNodeOptions = {},
  ): BatchHandle<ResultOf<TResult>> {
    const writer = new NodeWriter();
    const params = writer.params(args(root("ITEM"), root("INDEX")));
    const each = eachOf(items, options, writer);
    this.#add({ ...this.#runBase(id, options, writer), ...runOf(job), each, ...params }, writer);
    return new BatchHandle(id);
  }

  /** Runs work that this task alone has: a script, a request, a program. */
  work<TResult = JsonValue>(id: string, work: JobWork, options: WorkNodeOptions = {}): RunHandle<TResult> {
    const { ready, end, params, resources, results, successCondition, verify } = options;
    const job: OwnJob = {
      work,
      ...(ready !== undefined && { ready }),
      ...(end !== undefined && { end }),
      ...(params !== undefined && { params }),
      ...(resources !== undefined && { resources }),
      ...(results !== undefined && { results }),
      ...(successCondition !== undefined && { successCondition }),
      ...(verify !== undefined && { verify }),
    };
    return this.#run(id, { type: NodeType.Job, job }, options, options.args);
  }

  /** Runs a job once for each of these sets of arguments. */
  jobSets<TInput = unknown, TResult = JsonValue>(
    id: string,
    job: string | JobReference<TInput, TResult>,
    sets: readonly NoInfer<NodeArgs<TInput>>[],
    options: BatchNodeOptions = {},
  ): BatchHandle<ResultOf<TResult>> {
    const writer = new NodeWriter();
    const { maxParallel, onItemFailure, minOk } = options;
    const each = {
      sets: sets.map((args) => writer.params(args as Readonly<Record<string, unknown>>).params ?? []),
      ...(maxParallel !== undefined && { maxParallel }),
      ...(onItemFailure !== undefined && { onItemFailure }),
      ...(minOk !== undefined && { minOk }),
    };
    this.#add({ ...this.#runBase(id, options, writer), ...runOf(job), each }, writer);
    return new BatchHandle(id);
  }

  /** A value that is computed when the task begins, of its parameters and the values before it; a node whose `vars` name it writes it. */
  value<T extends JsonValue>(
    name: string,
    value: Given<T>,
    type: ValueType = ValueType.Json,
  ): TaskReference<T> {
    this.#list.vars.push({ name, type, expression: new NodeWriter().text(value) });
    return taskReference({ type: "path", root: "VARS", steps: [{ type: "name", name }], at: NOWHERE });
  }

  /** The task has failed where this is false once all its nodes have ended; of several, where one is. */
  succeedsWhere(condition: Given<boolean>): void {
    this.#list.conditions.push(new NodeWriter().text(condition));
  }

  /** Takes the first branch that holds, in their order. */
  condition<const Branch extends string, const Else extends string = never>(
    id: string,
    branches: Readonly<Record<Branch, Given<boolean>>>,
    options: ConditionOptions<Else> = {},
  ): BranchHandle<Branch | Else> {
    const writer = new NodeWriter();
    const { else: otherwise, all, loop } = options;
    const named = Object.entries<Given<boolean>>(branches);
    const written = named.map(([name, when]) => ({ name, when: writer.text(when) }));
    const base = this.#list.base(id, options, writer);
    const node = {
      ...base,
      type: NodeType.Condition,
      branches: written,
      ...(otherwise !== undefined && { else: otherwise }),
      ...(all !== undefined && { all }),
      ...(loop !== undefined && { loop }),
    };
    this.#list.add(node, writer.reads);
    return new BranchHandle(id, base.pre);
  }

  /** Waits for a time, a signal or a check, and takes no worker meanwhile. */
  wait(id: string, until: WaitUntil, options: WaitOptions = {}): NodeHandle {
    const writer = new NodeWriter();
    const { timeoutMs, onTimeout } = options;
    const waitFor = waitOf(until, writer);
    const node = {
      ...this.#list.base(id, options, writer),
      type: NodeType.Wait,
      for: waitFor,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(onTimeout !== undefined && { onTimeout }),
    };
    this.#list.add(node, writer.reads);
    return new NodeHandle(id);
  }

  /** Waits for people who approve or refuse. */
  approval(id: string, options: ApprovalOptions): BranchHandle<ApprovalBranch> {
    const writer = new NodeWriter();
    const { by, timeoutMs, onTimeout, form } = options;
    const node = {
      ...this.#list.base(id, options, writer),
      type: NodeType.Approval,
      by,
      timeoutMs,
      onTimeout,
      ...(form !== undefined && { form }),
    };
    this.#list.add(node, writer.reads);
    return new BranchHandle(id);
  }

  /** Nodes that begin and end together. */
  group(id: string, build: (group: TaskBuilder<Params>) => void, options: NodeOptions = {}): NodeHandle {
    const writer = new NodeWriter();
    const nodes = this.#inner(build, writer);
    this.#add({ ...this.#list.base(id, options, writer), type: NodeType.Group, nodes }, writer);
    return new NodeHandle(id);
  }

  /** Nodes that are a task of their own for each item; what `build` returns is the result of each. */
  groupEach<Item, Results extends TaskResults | void = void>(
    id: string,
    items: Given<readonly Item[]>,
    build: (group: TaskBuilder<Params>, item: TaskReference<Item>) => Results,
    options: BatchNodeOptions = {},
  ): BatchHandle<TaskResult<Results>> {
    const writer = new NodeWriter();
    const each = eachOf(items, options, writer);
    let returned: TaskResults | void = undefined;
    const nodes = this.#inner((group) => {
      returned = build(group, root("ITEM"));
    }, writer);
    const results = returned === undefined ? {} : { results: resultsOf(returned, writer) };
    const node = { ...this.#runBase(id, options, writer), type: NodeType.Group, nodes, each, ...results };
    this.#add(node, writer);
    return new BatchHandle(id);
  }

  #run<TResult>(
    id: string,
    run: NodeRun,
    options: RunNodeOptions,
    args: Readonly<Record<string, unknown>> | undefined,
  ): RunHandle<TResult> {
    const writer = new NodeWriter();
    const params = writer.params(args);
    this.#add({ ...this.#runBase(id, options, writer), ...run, ...params }, writer);
    return new RunHandle(id);
  }

  #add(node: JobNode | SubTaskNode | GroupNode, writer: NodeWriter): void {
    this.#list.add(node, writer.reads);
  }

  #runBase(id: string, options: RunNodeOptions, writer: NodeWriter): RunNodeBase {
    const { retry, timeoutMs, waitTimeoutMs, priority } = options;
    return {
      ...this.#list.base(id, options, writer),
      ...(retry !== undefined && { retry }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(waitTimeoutMs !== undefined && { waitTimeoutMs }),
      ...(priority !== undefined && { priority }),
    };
  }

  #inner(build: (group: TaskBuilder<Params>) => void, writer: NodeWriter): GroupNode["nodes"] {
    const inner = new NodeList();
    build(new TaskBuilder(this.params, inner));
    for (const node of inner.reads) writer.reads.add(node);
    // They are those of the task, wherever they are said.
    this.#list.vars.push(...inner.vars);
    this.#list.conditions.push(...inner.conditions);
    return inner.nodes;
  }
}

function root<T>(name: string): TaskReference<T> {
  return taskReference({ type: "path", root: name, steps: [], at: NOWHERE });
}

function eachOf(items: unknown, options: BatchNodeOptions, writer: NodeWriter): RunNodeBase["each"] & object {
  const { maxParallel, onItemFailure, minOk } = options;
  return {
    items: writer.text(items),
    ...(maxParallel !== undefined && { maxParallel }),
    ...(onItemFailure !== undefined && { onItemFailure }),
    ...(minOk !== undefined && { minOk }),
  };
}

function waitOf(until: WaitUntil, writer: NodeWriter): WaitFor {
  if ("ms" in until) return { ms: writer.text(until.ms) };
  if ("until" in until) return { until: writer.text(until.until) };
  if ("signal" in until) return until;
  return { check: writer.text(until.check), everyMs: until.everyMs };
}
