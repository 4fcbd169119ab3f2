import dns from 'node:dns'
import { expect, test, vi } from 'vitest'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { createPost, isAllowed } from './post.ts'

test('public addresses are allowed, private ones if the operator says so, and metadata never', () => {
  const verdicts = (address: string) => [false, true].map((allowsPrivate) => isAllowed(address, { allowsPrivate }))
  for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
    expect([address, ...verdicts(address)]).toEqual([address, true, true])
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
    '::ffff:10.0.0.1',
  ])
    expect([address, ...verdicts(address)]).toEqual([address, false, true])
  for (const address of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    'fe80::1',
    '::7f00:1',
    '::808:808',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'nonsense',
  ])
    expect([address, ...verdicts(address)]).toEqual([address, false, false])
})

test('a name that leads to a metadata address at the second connection is refused then', async () => {
  await using receiver = await fakeReceiver((_request, response) => {
    response.writeHead(204, { connection: 'close' }).end()
  })
  const answers = ['127.0.0.1', '169.254.169.254']
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, callback: Function) =>
      callback(null, [{ address: answers.shift(), family: 4 }])) as never)
  const post = createPost({ allowsPrivate: () => true })
  const url = receiver.url.replace('127.0.0.1', 'hooks.example')
  expect(await post({ url, headers: {}, body: '{}' })).toMatchObject({ status: 204 })
  expect(await post({ url, headers: {}, body: '{}' })).toMatchObject({
    status: null,
    text: /private or reserved network/,
  })
  expect(receiver.received).toHaveLength(1)
  lookup.mockRestore()
  post.close()
})
