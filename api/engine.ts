/** The model-based test engine, which knows nothing of payments: `engine/README.md` describes it. */
export { machine, modelOf } from '../engine/build/build.ts';
export { eventually, Thrown } from '../engine/build/expect.ts';
export { check, CheckError } from '../engine/check/check.ts';
export { tryFaults } from '../engine/check/faults.ts';
export { oracle } from '../engine/check/oracle.ts';
export { functions, Lost } from '../engine/check/systems.ts';
export { explore } from '../engine/explore.ts';
export { fromTable } from '../engine/from-table.ts';
export { completeSuite } from '../engine/identify/suite.ts';
export { gapsIn } from '../engine/identify/gaps.ts';
export { tableOf } from '../engine/identify/table-of.ts';
export { readTable } from '../engine/identify/table.ts';
export { covering, pairsOf } from '../engine/inputs/input-model.ts';
export { plan } from '../engine/plan/plan.ts';
export type { InputConstraint } from '../engine/build/combine.ts';
export type { Description, Model, Tools } from '../engine/build/build.ts';
export type { Made, SentOf } from '../engine/build/made.ts';
export type { World } from '../engine/build/outcomes.ts';
export type {
  Answer,
  Expect,
  HttpReply,
  Part,
  Permitted,
  Polling,
  Schema,
  TypedAnswer,
} from '../engine/build/expect.ts';
export type { Input, Source, ValuesOf } from '../engine/build/inputs.ts';
export type { Called, Defined, Spec } from '../engine/build/operation.ts';
export type { CheckOptions, CheckReport, Found } from '../engine/check/check.ts';
export type {
  ClassCoverage,
  ClassPair,
  Coverage,
  InputCoverage,
  TransitionCoverage,
} from '../engine/check/coverage.ts';
export type { Fault, FaultsFound } from '../engine/check/faults.ts';
export type { Oracle, Traced } from '../engine/check/oracle.ts';
export type { Send, System, Systems } from '../engine/check/systems.ts';
export type { ExplorePhase, Exploration, Failure } from '../engine/exploration.ts';
export type { Gap } from '../engine/identify/gaps.ts';
export type { Suite, SuiteOptions } from '../engine/identify/suite.ts';
export type { MachineTable, TableOptions } from '../engine/identify/table-of.ts';
export type { Table, TableTransition } from '../engine/identify/table.ts';
export type { Classes, Constraint, InputModel } from '../engine/inputs/input-model.ts';
export type { Driver, Execution, Violation } from '../engine/judge/execution.ts';
export type { NotificationSource } from '../engine/judge/judge-notifications.ts';
export type { Attempt, DataClass, Draw, Machine, Operation } from '../engine/machine.ts';
export type {
  Breach,
  Check,
  ExpectedNotification,
  Json,
  Observation,
  Outcome,
  Performed,
  Sequence,
  Step,
  StepId,
  Uses,
} from '../engine/model.ts';
export type { Plan, PlanOptions } from '../engine/plan/plan.ts';
export type { WalkOptions } from '../engine/walk/walk.ts';
