throw new Error('This fixture throws while its module is evaluated.');

export default null;
