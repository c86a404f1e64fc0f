// Metadata that other systems store about organizations, people and service users: the same commands for each.
import { list, required, text, type Row } from './row.js';

/** @param subject the words before `metadata` @param whose owner, for the help @param id in the examples */
export function metadataRows(subject: string, whose: string, path: `/${string}`, id: string): Row[] {
  const about = { ...(subject === 'orgs' && { orgIsArgument: true }) };
  const example = (rest: string) => [`gatehouse ${subject} metadata ${rest}`];
  return [
    {
      command: `${subject} metadata list`,
      does: `Lists what other systems keep about ${whose}`,
      route: `GET ${path}/metadata`,
      list: 'metadata',
      columns: ['key', 'value'],
      query: { q: text('only keys that contain this') },
      ...about,
      examples: example(`list ${id}`),
    },
    {
      command: `${subject} metadata get`,
      does: 'Shows one entry',
      route: `GET ${path}/metadata/{key}`,
      ...about,
      examples: example(`get ${id} costCenter`),
    },
    {
      command: `${subject} metadata set`,
      does: 'Sets one entry; the value is base64',
      route: `PUT ${path}/metadata/{key}`,
      body: { value: text('the value in base64', required) },
      ...about,
      examples: example(`set ${id} costCenter --value NDcxMQ==`),
    },
    {
      command: `${subject} metadata delete`,
      does: 'Removes entries',
      route: `POST ${path}/metadata/_remove`,
      body: { keys: list('key of an entry; may be repeated', { ...required, option: 'key' }) },
      ...about,
      examples: example(`delete ${id} --key costCenter`),
    },
  ];
}
