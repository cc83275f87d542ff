/** The first targets file of a folder. Taking the marks off the lines after the last empty one gives an entry with everything that most servers need. */
export const targetsTemplate = `# The deployments under test. Variables come from the environment, or from an .env file next to this one.
default: embedded

targets:
  # The built-in implementation, started by payproof itself on loopback.
  embedded:
    kind: embedded

  # A server of your own: remove the marks, and the block of an interface that it does not have. All settings: docs/add-a-target.md of the package.
  # Then: npx payproof doctor --target sandbox

  # sandbox:
  #   kind: remote
  #   legacy:
  #     base_url: https://sandbox.example.test
  #     api_key: \${PAY_API_KEY}
  #     secret: \${PAY_SECRET}
  #     personas: # consumer accounts for tests
  #       approve: { email: ok@example.test, phone: '08000000001', test: true }
  #       pin: { email: pin@example.test, phone: '08000000002', test: true, pin: '1234' }
  #       reject: { email: no@example.test, phone: '08000000003', test: true }
  #   resource:
  #     base_url: https://sandbox.example.test
  #     secret_key: \${PAY_SECRET_KEY}
  #     public_key: \${PAY_PUBLIC_KEY:-}
  #     tokens: [tok_one, tok_two] # ACTIVE ones that payments may be made from
  #   webhooks:
  #     listen: 127.0.0.1:8080
  #     public_url: https://hooks.example.test # what the server is set to, where it leads to the address above
  #   limits: { concurrency: 4, requests_per_second: 20, amount: { min: 100, max: 50000 } }
`;
