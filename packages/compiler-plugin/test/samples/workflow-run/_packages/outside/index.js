exports.Outside = class {}
