import { type ReadOptions, type ReadPreview, roleSchema } from '../../../shared/model/review.ts';
import { statementReadingMessages } from '../../../shared/words/statement-reading.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Select.tsx';
import { useShowMore } from '../../components/use-show-more.ts';
import { nameOf } from './column-names.ts';
import { choiceFor, columnTypes, foundId, typeOf, withRole, withType } from './read-draft.ts';

const messages = statementReadingMessages.columns;
const { found } = statementReadingMessages;
const noRole = 'none';
const shownFirst = 20;
const shownMore = 40;

type FoundColumn = ReadPreview['found']['columns'][number];

interface ColumnSelectProps {
  readonly index: number;
  readonly name: string;
  readonly found: FoundColumn | undefined;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
  readonly labelHidden?: boolean;
}

function foundType(column: FoundColumn | undefined): string {
  const kind = column?.kind ?? 'text';
  return found(kind === 'undecided' ? messages.undecided : messages.types[kind]);
}

/** Chooses the type of a column. */
export function TypeSelect(props: ColumnSelectProps) {
  const { index, name, options, onChange, labelHidden = false } = props;
  return (
    <Select
      label={labelHidden ? messages.typeOf(name) : messages.type}
      labelHidden={labelHidden}
      size="small"
      value={typeOf(choiceFor(options, index)) ?? foundId}
      options={[
        { id: foundId, word: foundType(props.found) },
        ...columnTypes.map((id) => ({ id, word: messages.types[id] })),
      ]}
      onChange={(type) => onChange(withType(options, index, type === foundId ? null : type))}
    />
  );
}

/** Chooses the role of a column. */
export function RoleSelect(props: ColumnSelectProps) {
  const { index, name, options, onChange, labelHidden = false } = props;
  const { role: chosen } = choiceFor(options, index);
  const role = props.found?.role ?? null;
  return (
    <Select
      label={labelHidden ? messages.roleOf(name) : messages.role}
      labelHidden={labelHidden}
      size="small"
      value={chosen === undefined ? foundId : (chosen ?? noRole)}
      options={[
        { id: foundId, word: found(role === null ? messages.noRole : messages.roles[role]) },
        { id: noRole, word: messages.noRole },
        ...roleSchema.options.map((id) => ({ id, word: messages.roles[id] })),
      ]}
      onChange={(id) =>
        onChange(withRole(options, index, id === foundId ? undefined : id === noRole ? null : id))
      }
    />
  );
}

interface ColumnChoicesProps {
  readonly preview: ReadPreview;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** Type and role of every column. */
export function ColumnChoices({ preview, options, onChange }: ColumnChoicesProps) {
  const { columns } = preview.opened;
  const { shown, next, rest, showMore } = useShowMore(columns, shownFirst, shownMore);
  return (
    <section className="column-choices" aria-label={messages.label(columns.length)}>
      <h3 className="label">{messages.label(columns.length)}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.type}</th>
            <th scope="col">{messages.role}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((column, index) => {
            const name = nameOf(column, index);
            const parts = { index, name, found: preview.found.columns[index], options, onChange };
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
              <tr key={index}>
                <th scope="row" className="cut" title={name}>
                  {name}
                </th>
                <td>
                  <TypeSelect {...parts} labelHidden />
                </td>
                <td>
                  <RoleSelect {...parts} labelHidden />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rest > 0 && (
        <Button size="small" onPress={showMore}>
          {messages.more(next, rest)}
        </Button>
      )}
    </section>
  );
}
